// Runs operator commands for scripts of 1.2 and earlier, which name this file. It goes with 1.5.
import '#cli.ts';
