# Still and Know: build once, then run without build tools, as a user without rights.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs the packages first: without tools/, which stays outside, those that only it needs are left out.
RUN npm run build

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory that threads gave back goes to the machine, as under `npm start`.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The start script listens for SIGTERM and ends requests and jobs first.
CMD ["node", "--max-semi-space-size=8", "scripts/start.mjs"]
