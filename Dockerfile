# syntax=docker/dockerfile:1

# The release is built by the script that builds it for a server without containers, so the two cannot differ.
FROM node:24-bookworm-slim AS build
COPY . /source
RUN /source/deploy/build-release.sh /release

# No shell and no package manager: glibc, certificates and an unprivileged user. Node.js is part of the release.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /release /opt/tezi
WORKDIR /opt/tezi
ENV PATH=/opt/tezi/node_modules/.bin MODE=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
# The server writes nothing to its file system: run it with `--read-only`.
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server/main.ts"]
