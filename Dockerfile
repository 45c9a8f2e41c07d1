# Image of the package (npm run package), without sources and build tools, for an unprivileged user and a read-only file system.
# The first stage runs on the build platform and the last one has no RUN, so that images for other platforms need no emulation.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
ARG TARGETARCH=amd64
ARG COMMIT=unknown
WORKDIR /checkout
COPY . .
# .dockerignore excludes tools/, so packages that only its workspace needs are not installed.
RUN npm run package -- "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)-gnu" \
  && mkdir -m 700 /app /data \
  && chmod 755 /app \
  && tar -xzf dist/still-and-know-*.tar.gz -C /app --strip-components=1

FROM node:24-bookworm-slim AS node

# Contains Node and the C library, no shell and no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=node /usr/local/bin/node /usr/bin/node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Otherwise malloc keeps an arena for each thread of Node.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=nonroot:nonroot /data /data
USER nonroot
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# At SIGTERM the server finishes requests and jobs before it exits.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "start.mjs"]
