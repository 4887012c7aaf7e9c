// The site's file of a proxy before the server: it ends TLS, passes bodies of 10 MiB, does not hold back the stream of events and keeps
// `/metrics` to itself.

export const PROXIES = ['caddy', 'nginx'] as const
type Proxy = (typeof PROXIES)[number]

const HEADERS = `    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;`

/** Each for the name that clients ask for and the address, `HOST:PORT`, on which the server listens. */
export const siteFile: Record<Proxy, (site: string, addr: string) => string> = {
  // It gets its certificate itself, and sends events on at once.
  caddy: (site, addr) => `${site} {
  respond /metrics 404
  request_body {
    max_size 11MB
  }
  reverse_proxy ${addr}
}`,
  nginx: (site, addr) => `server {
  listen 443 ssl;
  server_name ${site};
  ssl_certificate     /etc/ssl/${site}.pem;
  ssl_certificate_key /etc/ssl/${site}.key;
  client_max_body_size 11m;
  large_client_header_buffers 4 16k;
  location = /metrics { return 404; }
  location / {
    proxy_pass http://${addr};
${HEADERS}
    proxy_read_timeout 75s;
  }
  location = /v1/events/stream {
    proxy_pass http://${addr};
${HEADERS}
    proxy_buffering off;
    proxy_read_timeout 1h;
  }
}`,
}
