"""What all rooms stand on: numbers, files and their forms, intervals, processes."""
