"""The rehearsals of ``pi-bunco rehearse``: games at full speed, or many still throws on calibrated mats."""
