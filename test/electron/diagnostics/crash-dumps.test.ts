import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCrashReporter } from '../../../electron/diagnostics/crash-dumps.ts'

const now = Date.UTC(2026, 10, 22)
const dayInMs = 24 * 60 * 60 * 1000

function keep(dataDir: string) {
  const told: unknown[] = []
  const kept = startCrashReporter({
    app: { setPath: (name, path) => void told.push([name, path]) },
    crashReporter: { start: (options) => void told.push(options) },
    dataDir,
    now
  })
  return { told, kept }
}

it('crash dumps stay in the data folder and are never sent', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiln-crashes-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  // The reporter reads the folder's path only once, when it starts. The folder must therefore be set before.
  expect(keep(dataDir)).toEqual({
    told: [['crashDumps', join(dataDir, 'crashes')], { uploadToServer: false, ignoreSystemCrashHandler: true }],
    kept: { count: 0, bytes: 0 }
  })
})

it('crash dumps are deleted after 30 days, and other files are kept', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiln-crashes-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'crashes', 'completed')
  mkdirSync(folder, { recursive: true })
  for (const [name, ageInDays] of [
    ['old.dmp', 31],
    ['new.dmp', 29],
    ['settings.dat', 400]
  ] as const) {
    writeFileSync(join(folder, name), 'dump')
    utimesSync(join(folder, name), (now - ageInDays * dayInMs) / 1000, (now - ageInDays * dayInMs) / 1000)
  }
  expect(keep(dataDir).kept).toEqual({ count: 1, bytes: 4 })
  expect(readdirSync(folder).toSorted()).toEqual(['new.dmp', 'settings.dat'])
})
