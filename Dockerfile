# One image for the gateway and the auth service; docker-compose.yml chooses the command. It holds
# what `npm run pack` packs, with the packages of the lock file (docs/releases.md, The image).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/query-guard/package.json packages/query-guard/
COPY packages/client/package.json packages/client/
COPY packages/embedded-engine/package.json packages/embedded-engine/
RUN npm ci
COPY . .
RUN npm run pack && mkdir image \
  && tar -xzf release/nonprofit-directory-api-*.tgz -C image --strip-components=1
RUN npm prune --omit=dev && find node_modules -maxdepth 1 -type l -delete

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="nonprofit-directory-api" \
  org.opencontainers.image.description="Gateway and auth service of a public directory of nonprofit organizations" \
  org.opencontainers.image.version="1.0.0" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=127.0.0.1 AUTH_HOST=0.0.0.0 DATA_DIR=/data CONFIG_DIR=/app/config
COPY --from=build /app/image ./
COPY --from=build /app/node_modules node_modules
# `docker run IMAGE nonprofit-directory check`; and the folder of the volume, so that it belongs to
# the user that runs the processes
RUN ln -s /app/cli.js /usr/local/bin/nonprofit-directory \
  && mkdir -p /data/secrets && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 8080
# of a gateway or of an auth service, whichever runs here
HEALTHCHECK --interval=10s --timeout=5s --start-period=15s CMD ["node", "-e", "Promise.any(['8081/healthz', '8084/internal/health'].map(async (at) => { if (!(await fetch(`http://127.0.0.1:${at}`)).ok) throw at })).then(() => process.exit(0), () => process.exit(1))"]
CMD ["node", "dist/gateway/main.js"]
