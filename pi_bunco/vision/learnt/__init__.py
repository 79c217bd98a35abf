"""Networks that were trained with pictures: they find dice and recognise their values."""
