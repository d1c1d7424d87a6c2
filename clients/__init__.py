"""Players of a referee, on trio: the line to it, a bot around an engine or a program, and a watcher."""
