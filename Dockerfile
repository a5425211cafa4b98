# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has a Node 24 of its own, so the one among the packages is left out.
RUN node scripts/build.ts \
  && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/shared ./shared
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
RUN mkdir -m 700 /data && chown node:node /data
# Nothing is written outside of /data: the rest of the file system may be read-only.
VOLUME /data
USER node
EXPOSE 3000
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
