import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withProxy } from '../runtime/download-electron.ts'
import { electronVersion } from '../runtime/launch-arguments.ts'
import { sandboxProblem, type SandboxFacts } from '../runtime/linux-sandbox.ts'

const ubuntu: SandboxFacts = {
  platform: 'linux',
  uid: 1000,
  helper: { uid: 1000, mode: 0o100755 },
  apparmorRestriction: '1\n',
  namespacesOfUsers: null
}

describe('npm start on Ubuntu 23.10 and later', () => {
  it('explains how to enable Electron’s sandbox', () => {
    expect(sandboxProblem('/kiln/dist/electron', ubuntu)?.split('\n').slice(2)).toEqual([
      "  sudo chown root:root '/kiln/dist/chrome-sandbox'",
      "  sudo chmod 4755 '/kiln/dist/chrome-sandbox'"
    ])
  })

  it.each<[what: string, facts: Partial<SandboxFacts>]>([
    ['the helper belongs to root and has the setuid bit', { helper: { uid: 0, mode: 0o104755 } }],
    ['user namespaces are allowed', { apparmorRestriction: '0\n' }],
    ['the system doesn’t have this restriction', { apparmorRestriction: null }],
    ['root runs it', { uid: 0 }],
    ['it is macOS', { platform: 'darwin' }]
  ])('starts if %s', (_what, facts) => {
    expect(sandboxProblem('/kiln/dist/electron', { ...ubuntu, ...facts })).toBeNull()
  })

  it.each<[what: string, facts: Partial<SandboxFacts>]>([
    ['belongs to root without the setuid bit', { helper: { uid: 0, mode: 0o100755 } }],
    ['has the setuid bit but another owner', { helper: { uid: 1000, mode: 0o104755 } }],
    ['is missing', { helper: null }],
    ['is needed on a kernel without user namespaces', { apparmorRestriction: null, namespacesOfUsers: '0\n' }]
  ])('doesn’t start if the helper %s', (_what, facts) => {
    expect(sandboxProblem('/kiln/dist/electron', { ...ubuntu, ...facts })).not.toBeNull()
  })
})

describe('downloading Electron', () => {
  it('uses the environment’s proxy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-download-'))
    const asked = Promise.withResolvers<string>()
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      // Ignores the socket error that occurs when the test kills the downloader.
      socket.on('error', () => undefined)
      asked.resolve(request.url ?? '')
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const { ELECTRON_MIRROR: _, npm_config_electron_mirror: _fromNpm, ...kept } = process.env
    // Uses a separate cache folder, so that the download can't change this checkout's Electron.
    const script = `
      const { downloadArtifact } = await import('@electron/get')
      await downloadArtifact({ version: ${JSON.stringify(electronVersion())}, artifactName: 'electron', cacheRoot: ${JSON.stringify(folder)}, platform: 'linux', arch: 'x64' })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: withProxy({ ...kept, HTTPS_PROXY, NO_PROXY: '' }),
      stdio: 'ignore'
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      proxy.closeAllConnections()
      proxy.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    })
    expect(await asked.promise).toBe('github.com:443')
  })

  it('uses no proxy unless one is set', () => {
    expect(withProxy({ PATH: '/bin' })).toEqual({ PATH: '/bin' })
  })
})
