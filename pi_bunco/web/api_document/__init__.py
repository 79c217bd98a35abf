"""The description of the API that programs can read (OpenAPI 3.1), made from the routes, bodies and views."""
