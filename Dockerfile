# One image for the gateway and the auth service; docker-compose.yml chooses the command.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/query-guard/package.json packages/query-guard/
COPY packages/client/package.json packages/client/
COPY packages/embedded-engine/package.json packages/embedded-engine/
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY directory directory
COPY kit kit
COPY edge edge
COPY routes routes
COPY gateway gateway
COPY plugins plugins
COPY auth-service auth-service
COPY check check
COPY loader loader
COPY dev dev
COPY packages/query-guard packages/query-guard
COPY packages/embedded-engine packages/embedded-engine
COPY packages/client packages/client
COPY web web
COPY docs docs
COPY config config
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=127.0.0.1 AUTH_HOST=0.0.0.0 DATA_DIR=/data CONFIG_DIR=/app/config
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dev/build.js dev/build.js
COPY --from=build /app/config config
COPY plugins/pages/public plugins/pages/public
# The folder of the volume, so that it belongs to the user that runs the processes
RUN mkdir -p /data/secrets && chown -R node:node /data
USER node
EXPOSE 8080
CMD ["node", "dist/gateway/main.js"]
