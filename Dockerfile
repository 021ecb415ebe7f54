# The image around a release: `npm run release` first, or put a release's archive into dist/.
# It runs nothing while it is built. The base needs glibc, libstdc++ and a shell.
ARG BASE=docker.io/library/debian:bookworm-slim

FROM scratch AS release
# One archive: two would be unpacked over each other.
ARG RELEASE=dist/cloudstreet-*-linux-x64.tar.gz
ADD ${RELEASE} /unpacked/
WORKDIR /empty

FROM ${BASE}
COPY --from=release /unpacked/cloudstreet-*/ /opt/cloudstreet/
# A new volume takes its owner from here.
COPY --from=release --chown=10001:10001 /empty/ /var/lib/cloudstreet/
ENV HOST=0.0.0.0 PORT=8080 PATH=/opt/cloudstreet/bin:/usr/local/bin:/usr/bin:/bin
USER 10001:10001
WORKDIR /var/lib/cloudstreet
VOLUME /var/lib/cloudstreet
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["cloudstreet"]
