import { release } from 'node:os'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { launchKiln } from '../e2e/launch-kiln.ts'
import type { RuntimeName } from '../runtime/choose-runtime.ts'
import { runtimeExecutable } from '../runtime/choose-runtime.ts'

/** A fact about the computer or the runtime. If the fact can't be read, `value` is null and `problem` is the reason. */
export type Fact = { readonly name: string; readonly value: unknown; readonly problem: string | null }

const launches = 3

/**
 * Collects facts about this computer and the runtime, such as fuses, key storage, memory and startup time. Starts Kiln three times to
 * measure the startup time.
 */
export async function collectFacts(runtime: RuntimeName, folder: string): Promise<readonly Fact[]> {
  const timesInMs: number[] = []
  for (let launch = 1; launch < launches; launch += 1) {
    const { app, timeInMs } = await start(folder)
    timesInMs.push(timeInMs)
    await app.close()
  }
  const { app, timeInMs } = await start(folder)
  timesInMs.push(timeInMs)
  try {
    const ask = (name: string, question: () => Promise<unknown>): Promise<Fact> => answerTo(name, question)
    return [
      await ask('system', async () => `${process.platform} ${release()} ${process.arch}`),
      await ask('versions', () => app.evaluate(() => ({ ...process.versions }))),
      await ask('name of the app', () => app.evaluate((electron) => electron.app.getName())),
      await ask('fuses', () => fusesOf(runtime)),
      await ask('time to the first view, in ms', async () => timesInMs),
      await ask('SQLite compile options', () =>
        app.evaluate(() => {
          const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
          const database = new DatabaseSync(':memory:')
          const rows = database.prepare('PRAGMA compile_options').all()
          database.close()
          return rows.map((row) => row['compile_options'])
        })
      ),
      await ask('key storage available', () => app.evaluate(({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable())),
      await ask('key storage backend (Linux)', async () =>
        process.platform === 'linux' ? app.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend()) : 'only on Linux'
      ),
      // On Linux, `v10` means that the text is encrypted with a publicly known password.
      await ask('tag of a sealed text', () =>
        app.evaluate(async ({ safeStorage }) => (await safeStorage.encryptStringAsync('a text')).subarray(0, 3).toString('latin1'))
      ),
      await ask('certificates of the system', () =>
        app.evaluate(() => process.getBuiltinModule('node:tls').getCACertificates('system').length)
      ),
      await ask('notifications supported', () => app.evaluate(({ Notification }) => Notification.isSupported())),
      await ask('no-sandbox given', () => app.evaluate((electron) => electron.app.commandLine.hasSwitch('no-sandbox'))),
      await ask('displays', () =>
        app.evaluate(({ screen }) => screen.getAllDisplays().map(({ size, scaleFactor }) => ({ ...size, scaleFactor })))
      ),
      await ask('graphics', () => app.evaluate((electron) => electron.app.getGPUFeatureStatus())),
      await ask('processes, with memory in kB', () =>
        app.evaluate((electron) =>
          electron.app.getAppMetrics().map(({ type, name, sandboxed, memory }) => ({
            type,
            name,
            sandboxed,
            workingSet: memory.workingSetSize
          }))
        )
      )
    ]
  } finally {
    await app.close()
  }
}

async function start(folder: string) {
  const startedAt = performance.now()
  const { app, page } = await launchKiln({ userDataDir: join(folder, 'data') })
  await page.getByRole('button').first().click({ trial: true })
  return { app, timeInMs: Math.round(performance.now() - startedAt) }
}

async function fusesOf(runtime: RuntimeName): Promise<unknown> {
  if (runtime !== 'electron') throw new Error('the stand-in has no fuses')
  const { version, ...wire } = await getCurrentFuseWire(runtimeExecutable(runtime))
  const names = Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)] ?? fuse, FuseState[state as FuseState]])
  return { version, ...Object.fromEntries(names) }
}

async function answerTo(name: string, question: () => Promise<unknown>): Promise<Fact> {
  try {
    return { name, value: await question(), problem: null }
  } catch (error) {
    return { name, value: null, problem: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '' }
  }
}
