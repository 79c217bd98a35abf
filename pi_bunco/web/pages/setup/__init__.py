"""The welcome: one question a page, from the first start to the first game."""
