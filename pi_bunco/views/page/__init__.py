"""What each block of a page shows: values made from a view. A block is drawn again only when they change."""
