"""What the doctor finds out about a camera, the light and the mat."""
