import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { sandboxProblem } from '../runtime/linux-sandbox.ts'
import { findElectron } from '../runtime/choose-runtime.ts'

test('Electron can start on this machine if it is installed', () => {
  const electron = findElectron()
  expect(electron === null ? null : sandboxProblem(electron)).toBeNull()
})

test('the app is built from the current sources', () => {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'tools', 'build.ts')], { stdio: 'inherit' })
})
