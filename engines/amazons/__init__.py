"""Players of the Game of the Amazons."""
