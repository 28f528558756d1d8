// Starts the server for units and images of 1.2 and earlier, which name this file. It goes with 1.5.
import '#main.ts';
