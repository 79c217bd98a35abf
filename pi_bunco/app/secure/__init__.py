"""Pages over HTTPS: whether they are on, for which names, and since when the certificate is valid."""
