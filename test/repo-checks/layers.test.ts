import { describe, expect, it } from 'vitest'
import { layerProblems } from '../tools/layers.ts'

function messagesFor(path: string, text: string): string[] {
  return layerProblems([{ path, text }]).map(({ line, message }) => `${line}: ${message}`)
}

describe('the layer table', () => {
  it.each([
    ['shared/task.ts', "import { z } from 'zod'"],
    ['electron/core/ports.ts', "import type { Task } from '../../shared/task.ts'"],
    ['electron/engine/engine.ts', "import { step } from '../core/task-machine.ts'"],
    ['electron/journal/journal.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['electron/library/index-store.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['electron/journal/journal.ts', "import type { TaskRecord } from '../core/task-record.ts'"],
    ['electron/uploads/transfer-file.ts', "import { createHttpClient } from '../api/http-client.ts'"],
    ['electron/studio.ts', "import { createEngine } from './engine/engine.ts'"],
    ['electron/ipc/handlers.ts', "import { openStudio } from '../studio.ts'"],
    ['electron/desktop/window.ts', "import { BrowserWindow } from 'electron'"],
    ['electron/images/sharp.ts', "export const { default: sharp } = await import('sharp')"],
    ['electron/practice/image-worker.ts', "import { openImageThread } from '../images/open-image-thread.ts'"],
    ['electron/main.ts', "import { startPractice } from './practice/practice-service.ts'"],
    ['renderer/compose/compose-view.tsx', "import { FieldView } from '../fields/field-view.tsx'"],
    ['renderer/queue/queue-view.tsx', "import styles from './queue.module.css'"],
    ['renderer/app/app.tsx', "const Viewer = import('../viewer/viewer-view.tsx')"]
  ])('allows in %s: %s', (path, text) => {
    expect(messagesFor(path, text)).toEqual([])
  })

  it.each([
    ['shared/task.ts', "import { readFile } from 'node:fs/promises'", 'shared may not use Node'],
    ['shared/task.ts', "import { request } from 'undici'", 'shared may not use packages'],
    ['shared/task.ts', "import { step } from '../electron/core/task-machine.ts'", 'shared may not import electron/core/task-machine.ts'],
    ['electron/core/task-machine.ts', "import fs from 'node:fs'", 'electron/core may not use Node'],
    ['electron/core/task-machine.ts', "import fs from 'fs'", 'electron/core may not use Node'],
    [
      'electron/core/task-machine.ts',
      "import type { Journal } from '../journal/journal.ts'",
      'electron/core may not import electron/journal/journal.ts'
    ],
    [
      'electron/engine/engine.ts',
      "import { openJournal } from '../journal/journal.ts'",
      'electron/engine may not import electron/journal/journal.ts'
    ],
    [
      'electron/journal/journal.ts',
      "import { step } from '../core/task-machine.ts'",
      'electron/journal may import only types of electron/core'
    ],
    [
      'electron/api/wire.ts',
      "import { parseUploadCommand } from '../uploads/parse-upload-command.ts'",
      'electron/api may not import electron/uploads'
    ],
    [
      'electron/account/key-vault.ts',
      "import { createHttpClient } from '../api/http-client.ts'",
      'electron/account may not import electron/api/http-client.ts'
    ],
    [
      'electron/practice/serve.ts',
      "import type { Answer } from '../core/ports.ts'",
      'electron/practice may not import electron/core/ports.ts'
    ],
    [
      'electron/faces/index.ts',
      "import { DatabaseSync } from 'node:sqlite'",
      'Only electron/journal, electron/workspace and electron/library may use SQL'
    ],
    ['electron/uploads/run.ts', "import { exec } from 'node:child_process'", 'are only parsed'],
    ['electron/desktop/copy.ts', "const { default: sharp } = await import('sharp')", 'images/sharp.ts only there'],
    [
      'electron/studio.ts',
      "import { app } from 'electron'",
      'only electron/main.ts, electron/preload.ts and electron/desktop/ may import electron'
    ],
    ['electron/account/settings.ts', "import Store from 'electron-store'", 'may import electron-store'],
    [
      'electron/ipc/handlers.ts',
      "import { KeyVault } from '../account/key-vault.ts'",
      'electron/ipc may not import electron/account/key-vault.ts'
    ],
    ['electron/main.ts', "import { App } from '../renderer/app/app.tsx'", 'electron/desktop may not import renderer/app/app.tsx'],
    ['renderer/queue/queue-view.tsx', "import { ipcRenderer } from 'electron'", 'may import electron'],
    ['renderer/queue/queue-view.tsx', "import { join } from 'node:path'", 'renderer/queue may not use Node'],
    ['renderer/queue/queue-view.tsx', "import { ViewerView } from '../viewer/viewer-view.tsx'", 'Features can’t import each other'],
    ['renderer/ui/button.tsx', "import type { Task } from '../../shared/task.ts'", 'renderer/ui may not import shared/task.ts'],
    ['renderer/app/app.tsx', "import { openStudio } from '../../electron/studio.ts'", 'renderer/app may not import electron/studio.ts'],
    ['renderer/app/app.tsx', "import { aTask } from '../../test/a-task.ts'", 'renderer/app may not import test/a-task.ts'],
    ['electron/cleverness/brain.ts', 'export const cleverness = 1', 'This file isn’t in any layer']
  ])('rejects in %s: %s', (path, text, reason) => {
    expect(messagesFor(path, text)).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ["export * from 'electron'"],
    ["export { app } from 'electron'"],
    ["export type { App } from 'electron'"],
    ["const electron = await import('electron')"],
    ["type App = import('electron').App"],
    ["const electron = require('electron')"]
  ])('detects an import written as %s', (text) => {
    expect(messagesFor('renderer/app/app.tsx', text)).toEqual([expect.stringContaining('may import electron')])
  })

  it('names the line and the fix', () => {
    const [message] = messagesFor('electron/core/clock.ts', "\n\nimport { setTimeout } from 'node:timers/promises'")
    expect(message).toMatch(/^3: imports node:timers\/promises: .*Return an effect/)
  })

  it('doesn’t apply to tests, which may import everything', () => {
    expect(messagesFor('test/repo-checks/layers.test.ts', "import { app } from 'electron'")).toEqual([])
  })
})
