// The image of the Dockerfile, built by buildah on a base of Debian's packages and run in a chroot: neither a daemon nor
// a registry is needed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { observe, type ServerProcess } from '#test/support/process.ts'
import { isRoot } from './unpack.ts'

const tools = ['buildah', 'mmdebstrap']
const BASE = 'localhost/cloudstreet-test-base'

interface Image {
  /** Its entry point, on this machine's network. */
  start(environment: Record<string, string>): ServerProcess
  /** Another command at the same time, with the same environment; its output. */
  run(command: string[]): Promise<string>
  remove(): void
}

/** A sentence, or undefined where an image can be built. */
export function findWhyNoImage(): string | undefined {
  if (!process.env.SWEEPS) return 'building an image takes a minute: --sweeps does it'
  const missing = tools.filter((tool) => !existsSync(`/usr/bin/${tool}`))
  if (missing.length > 0) return `there is no ${missing.join(' and no ')} here`
  return isRoot ? undefined : 'a chroot needs root'
}

export function buildImage({ root, archive }: { root: string; archive: string }): Image {
  const work = mkdtempSync(join(tmpdir(), 'cloudstreet-image-'))
  const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run')]
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    makeBase(work, buildah)
    const context = join(work, 'context')
    mkdirSync(join(context, 'dist'), { recursive: true })
    for (const name of ['Dockerfile', '.dockerignore']) copyFileSync(join(root, name), join(context, name))
    copyFileSync(archive, join(context, 'dist', basename(archive)))
    const args = [`BASE=${BASE}`, `RELEASE=dist/*-linux-${process.arch}.tar.gz`].map(
      (arg) => `--build-arg=${arg}`,
    )
    buildah('build', '--format=docker', ...args, '--tag', 'cloudstreet-test', context)
    const container = buildah('from', 'localhost/cloudstreet-test').trim()
    return runIn(container, storage, () => {
      buildah('rm', container)
      rmSync(work, { recursive: true, force: true })
    })
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    throw error
  }
}

/** A stand-in for debian:bookworm-slim: a shell, glibc and libstdc++. */
function makeBase(work: string, buildah: (...args: string[]) => string): void {
  const archive = join(work, 'base.tar')
  const flags = ['--quiet', '--variant=essential', '--include=libstdc++6']
  execFileSync('mmdebstrap', [...flags, 'bookworm', archive], { stdio: ['ignore', 'ignore', 'inherit'] })
  const container = buildah('from', 'scratch').trim()
  buildah('add', container, archive, '/')
  buildah('commit', '--rm', container, BASE)
}

function runIn(container: string, storage: string[], remove: () => void): Image {
  let settings: string[] = []
  let server: ChildProcess | undefined
  const spawnIn = (command: string[]) =>
    spawn('buildah', [...storage, 'run', '--isolation=chroot', ...settings, container, '--', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
  return {
    start: (environment) => {
      settings = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`)
      const child = spawnIn(['cloudstreet'])
      server = child
      return observe(child)
    },
    run: async (command) => {
      const child = spawnIn(command)
      const started = observe(child)
      await once(child, 'close')
      return started.output().trim()
    },
    remove: () => {
      // buildah runs the service two processes below its own, all in one group.
      if (server?.pid && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
      remove()
    },
  }
}
