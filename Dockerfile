# syntax=docker/dockerfile:1

# Images of Debian 12: one with npm, and one with glibc alone. `deploy/check-image.sh` replaces them where no registry is used.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

# The release is built by the script that builds it for a server without containers, so the two cannot differ.
FROM ${BUILD_IMAGE} AS build
COPY . /source
RUN /source/deploy/build-release.sh /release && mkdir /data

# No package manager: glibc, certificates and an unprivileged user. Node.js is part of the release.
FROM ${RUNTIME_IMAGE}
COPY --from=build /release /opt/tezi
# For the embedded database: a small shell, which `initdb` and the script that watches PostgreSQL need.
COPY --from=build /bin/dash /bin/sh
COPY --from=build /usr/bin/flock /bin/sleep /usr/bin/
# The only folder that the server may write to, for a volume: it belongs to the user below.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /opt/tezi
ENV PATH=/opt/tezi/node_modules/.bin:/usr/bin:/bin MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# The server writes nothing to its file system: run it with `--read-only`.
USER 65532:65532
# Only with options that all builders know. Docker checks more often at the start with `start_interval` in `compose.yaml`.
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["main.ts"]
