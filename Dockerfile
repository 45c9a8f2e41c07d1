# Still and Know from its package (npm run package): no sources, no build tools, a user without rights, a tree that stays as it is.
# The first stage runs on the machine that builds; the last has no step to run, so that images for others need no emulation.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
ARG TARGETARCH=amd64
ARG COMMIT=unknown
WORKDIR /checkout
COPY . .
# Installs the packages first: without tools/, which stays outside, those that only it needs are left out.
RUN npm run package -- "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)-gnu" \
  && mkdir -m 700 /app /data \
  && chmod 755 /app \
  && tar -xzf dist/still-and-know-*.tar.gz -C /app --strip-components=1

FROM node:24-bookworm-slim AS node

# Node and the C library alone: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=node /usr/local/bin/node /usr/bin/node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Every worker of Node would keep a memory arena of its own.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=nonroot:nonroot /data /data
USER nonroot
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# It listens for SIGTERM and ends requests and jobs first.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "start.mjs"]
