/** Imported first: React decides by NODE_ENV, when it is loaded, whether to be its slow, explaining self. */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production';
