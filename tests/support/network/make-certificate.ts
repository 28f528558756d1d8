import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes a certificate for `localhost`, as services have that are used over https only. Returns its files. */
export function makeCertificate(folder: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  return { key, cert };
}
