"""What each block of a page shows: values made from a view, which are drawn again only where they differ."""
