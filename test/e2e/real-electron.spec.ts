import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchKiln, skipUnlessRealElectron } from './launch-kiln.ts'
import type { RunningKiln } from './launch-kiln.ts'

/** Requirements that can only be checked with the real Electron executable. */
test.describe('on real Electron', () => {
  skipUnlessRealElectron('it inspects the executable')

  let folder: string
  let kiln: RunningKiln
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-electron-'))
    kiln = await launchKiln({ userDataDir: folder })
  })
  test.afterAll(async () => {
    await kiln.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('the page has the origin of the app’s own scheme', async () => {
    expect(await kiln.page.evaluate(() => [location.href, isSecureContext])).toEqual(['app://kiln/', true])
  })

  test('its SQLite supports a write-ahead log and full sync', async () => {
    const modes = await kiln.app.evaluate(
      (_electron, path) => {
        const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
        const database = new DatabaseSync(path)
        const journal = database.prepare('PRAGMA journal_mode = WAL').get()
        database.exec('PRAGMA synchronous = FULL')
        const synchronous = database.prepare('PRAGMA synchronous').get()
        database.close()
        return [journal, synchronous]
      },
      join(folder, 'probe.db')
    )
    expect(modes).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }])
  })

  test('its asynchronous secure store decrypts its own encrypted text', async () => {
    const [isPlain, opened] = await kiln.app.evaluate(async ({ safeStorage }) => {
      const sealed = await safeStorage.encryptStringAsync('a secret')
      return [sealed.includes('a secret'), (await safeStorage.decryptStringAsync(sealed)).result]
    })
    expect([isPlain, opened]).toEqual([false, 'a secret'])
  })

  test('the page runs in a sandbox and an isolated world', async () => {
    const [pid, isSandboxed] = await kiln.app.evaluate(({ app, BrowserWindow }) => {
      const own = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()
      return [own, app.getAppMetrics().find((metric) => metric.pid === own)?.sandboxed]
    })
    // `Seccomp: 2` means that a seccomp filter is active.
    if (process.platform === 'linux') expect(await readFile(`/proc/${String(pid)}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
    else expect(isSandboxed).toBe(true)
    expect(await kiln.page.evaluate(() => ['process', 'require', 'ipcRenderer'].filter((name) => name in window))).toEqual([])
  })

  test('a crash leaves its dump in the data folder', async () => {
    const crashed = await launchKiln({ userDataDir: join(folder, 'crashed') })
    await crashed.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
    const dumps = async (): Promise<readonly string[]> =>
      (await readdir(join(folder, 'crashed', 'crashes'), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.dmp'))
    await expect.poll(async () => (await dumps()).length).toBeGreaterThan(0)
    await crashed.app.close()
  })

  test('it reads the system’s certificates', async () => {
    const count = await kiln.app.evaluate(() => process.getBuiltinModule('node:tls').getCACertificates('system').length)
    // On macOS, Electron didn't return any certificates (different-ai/openwork#3203). The report of `npm run real-check` contains the
    // number.
    if (process.platform !== 'darwin') expect(count).toBeGreaterThan(0)
  })
})
