/** Must be imported first: React reads NODE_ENV when it is loaded, and without it is the slower development build. */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production';
