// Real WebDAV servers on loopback, where they are installed: Apache (mod_dav), nginx (with its module dav-ext), rclone. They
// differ: only Apache keeps If-None-Match, nginx makes no folder by itself, rclone keeps the beginning of a broken upload.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeFolder } from '../installation/folder.ts'
import { findFreePort } from '../postgres.ts'
import { waitUntil } from '../waiting/wait.ts'

export const davUser = { user: 'ada', password: 'app password: ö' }

export interface DavServer {
  readonly url: string
  /** Where it has the files. */
  readonly files: string
  /** From now on another password is asked for. */
  changePassword(): void
}

type Context = { after: (end: () => Promise<void>) => void }

interface Program {
  name: string
  needs: string[]
  /** Writes the configuration; returns the command. */
  prepare(folder: string, files: string, port: number): string[]
}

const isRoot = process.getuid?.() === 0
const APACHE_MODULES = '/usr/lib/apache2/modules'
const NGINX_DAV = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'
/** Debian's user of web servers: Apache does not run as root. */
const WEB_USER = 33

const apache: Program = {
  name: 'apache2',
  needs: ['apache2', `${APACHE_MODULES}/mod_dav.so`],
  prepare: (folder, files, port) => {
    const modules = 'mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs'.split(' ')
    const lines = [
      ...modules.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`),
      `ServerName localhost`,
      `Listen 127.0.0.1:${port}`,
      ...(isRoot ? ['User www-data', 'Group www-data'] : []),
      `PidFile ${folder}/pid`,
      `ErrorLog ${folder}/log`,
      `DavLockDB ${folder}/locks`,
      `DocumentRoot ${files}`,
      `<Directory ${files}>`,
      'Dav On',
      'AuthType Basic',
      'AuthName flights',
      `AuthUserFile ${folder}/users`,
      'Require valid-user',
      '</Directory>',
    ]
    writeFileSync(join(folder, 'server.conf'), `${lines.join('\n')}\n`)
    return ['apache2', '-d', folder, '-f', join(folder, 'server.conf'), '-DFOREGROUND']
  },
}

const nginx: Program = {
  name: 'nginx',
  needs: ['nginx', NGINX_DAV],
  prepare: (folder, files, port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, 'server.conf'),
      `load_module ${NGINX_DAV};
      daemon off; pid ${folder}/pid; error_log ${folder}/log; ${isRoot ? 'user root;' : ''}
      events {}
      http { access_log off; client_max_body_size 20m; ${temporary.join(' ')}
        server { listen 127.0.0.1:${port}; root ${files};
          location / { dav_methods PUT DELETE MKCOL; dav_ext_methods PROPFIND OPTIONS; create_full_put_path off;
            auth_basic flights; auth_basic_user_file ${folder}/users; } } }\n`,
    )
    return ['nginx', '-p', folder, '-c', join(folder, 'server.conf')]
  },
}

const rclone: Program = {
  name: 'rclone',
  needs: ['rclone'],
  prepare: (folder, files, port) => {
    const options = ['--htpasswd', join(folder, 'users'), '--config', join(folder, 'none')]
    return [
      'rclone',
      'serve',
      'webdav',
      files,
      '--addr',
      `127.0.0.1:${port}`,
      '--dir-cache-time',
      '0',
      ...options,
    ]
  },
}

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const find = (name: string) =>
  [name, ...folders.map((folder) => join(folder, name))].find(
    (path) => path.startsWith('/') && existsSync(path),
  )

const isRequired = process.env.SWEEPS !== undefined && process.env.CI === 'true'

export const davServers = [apache, nginx, rclone].map((program) => ({
  name: program.name,
  skip:
    program.needs.every(find) || isRequired
      ? false
      : `${program.name} is not installed (apt-get install apache2 nginx-extras rclone)`,
  start: (context: Context, files?: string) => start(context, program, files),
}))

async function start(context: Context, program: Program, given?: string): Promise<DavServer> {
  const folder = makeFolder(context as never)
  const files = given ?? join(folder, 'files')
  mkdirSync(files, { recursive: true })
  writeUsers(folder, davUser.password)
  const port = await findFreePort()
  const [command = '', ...args] = program.prepare(folder, files, port)
  if (isRoot && program === apache)
    for (const path of [folder, files]) {
      chownSync(path, WEB_USER, WEB_USER)
      chmodSync(path, statSync(path).mode | 0o111)
    }
  const child = spawn(find(command) ?? command, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  context.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(`${program.name} answers`, () =>
    fetch(url).then(
      ({ status }) => status === 401,
      () => false,
    ),
  )
  return { url, files, changePassword: () => writeUsers(folder, 'another') }
}

/** In the one form that all three read. */
function writeUsers(folder: string, password: string): void {
  writeFileSync(join(folder, 'users'), `${davUser.user}:{SHA}${hash('sha1', password, 'base64')}\n`)
}
