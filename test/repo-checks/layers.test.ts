import { describe, expect, it } from 'vitest'
import { layerProblems } from '../tools/layers.ts'

function messagesFor(path: string, text: string): string[] {
  return layerProblems([{ path, text }]).map(({ line, message }) => `${line}: ${message}`)
}

describe('the layer table', () => {
  it.each([
    ['shared/task/task.ts', "import { z } from 'zod'"],
    ['shared/task/task.ts', "import type { Values } from '../form/values.ts'"],
    ['electron/tasks/ports.ts', "import type { Task } from '../../shared/task/task.ts'"],
    ['electron/tasks/engine/engine.ts', "import { step } from '../machine/task-machine.ts'"],
    ['electron/database/open-database.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['electron/tasks/journal/journal.ts', "import type { DatabaseSync } from 'node:sqlite'"],
    ['electron/library/index/index-store.ts', "import { openDatabase } from '../../database/open-database.ts'"],
    ['electron/tasks/journal/journal.ts', "import type { TaskRecord } from '../machine/task-record.ts'"],
    ['electron/uploads/transfer-file.ts', "import { createHttpClient } from '../service/http-client.ts'"],
    ['electron/studio.ts', "import { createEngine } from './tasks/engine/engine.ts'"],
    ['electron/studio/submission-operations.ts', "import { openJournal } from '../tasks/journal/open-journal.ts'"],
    ['electron/ipc/handlers.ts', "import type { Studio } from '../studio.ts'"],
    ['electron/desktop/window/window.ts', "import { BrowserWindow } from 'electron'"],
    ['electron/settings/settings-file.ts', "import Store from 'electron-store'"],
    ['electron/accounts/secure-store.ts', "import type { SafeStorage } from 'electron'"],
    ['electron/images/sharp.ts', "export const { default: sharp } = await import('sharp')"],
    ['electron/practice/image-worker.ts', "import { openImageThread } from '../images/open-image-thread.ts'"],
    ['electron/accounts/practice-launcher.ts', "const practice = import('../practice/practice-service.ts')"],
    ['electron/main.ts', "import { openWindow } from './desktop/window/window.ts'"],
    ['renderer/compose/compose-view.tsx', "import { FieldView } from '../fields/field-view.tsx'"],
    ['renderer/queue/queue-view.tsx', "import styles from './queue.module.css'"],
    ['renderer/queue/queue-view.tsx', "import { navigate } from '../navigation/route.ts'"],
    ['renderer/app/app.tsx', "const Viewer = import('../viewer/viewer-view.tsx')"]
  ])('allows in %s: %s', (path, text) => {
    expect(messagesFor(path, text)).toEqual([])
  })

  it.each([
    ['shared/task/task.ts', "import { readFile } from 'node:fs/promises'", 'shared/task may not use Node'],
    ['shared/task/task.ts', "import { request } from 'undici'", 'shared/task may not use packages'],
    ['shared/form/values.ts', "import type { Task } from '../task/task.ts'", 'shared/form may not import shared/task/task.ts'],
    ['shared/form/values.ts', "import { say } from '../i18n/say.ts'", 'shared/form may not import shared/i18n/say.ts'],
    ['shared/task/task.ts', "import { problemText } from '../phrases/problem-phrases.ts'", 'shared/task may not import shared/phrases'],
    ['shared/phrases/problem-phrases.ts', "import type { Outcome } from '../ipc/outcome.ts'", 'shared/phrases may not import shared/ipc'],
    [
      'shared/task/task.ts',
      "import { step } from '../../electron/tasks/machine/task-machine.ts'",
      'shared/task may not import electron/tasks/machine/task-machine.ts'
    ],
    ['electron/tasks/machine/task-machine.ts', "import fs from 'node:fs'", 'electron/tasks/machine may not use Node'],
    ['electron/tasks/machine/task-machine.ts', "import fs from 'fs'", 'electron/tasks/machine may not use Node'],
    [
      'electron/tasks/machine/task-machine.ts',
      "import type { Journal } from '../journal/journal.ts'",
      'electron/tasks/machine may not import electron/tasks/journal/journal.ts'
    ],
    ['electron/updates/update-plan.ts', "import { readFile } from 'node:fs/promises'", 'a pure file may not use Node'],
    [
      'electron/tasks/engine/engine.ts',
      "import { openJournal } from '../journal/journal.ts'",
      'electron/tasks/engine may not import electron/tasks/journal/journal.ts'
    ],
    [
      'electron/tasks/journal/journal.ts',
      "import { step } from '../machine/task-machine.ts'",
      'electron/tasks/journal may import only types of electron/tasks/machine'
    ],
    [
      'electron/service/read-responses.ts',
      "import { parseUploadCommand } from '../uploads/parse-upload-command.ts'",
      'electron/service may not import electron/uploads'
    ],
    [
      'electron/accounts/key-vault.ts',
      "import { createHttpClient } from '../service/http-client.ts'",
      'electron/accounts may not import electron/service/http-client.ts'
    ],
    ['electron/accounts/key-vault.ts', "import { safeStorage } from 'electron'", 'electron/accounts may not import electron'],
    [
      'electron/accounts/key-vault.ts',
      "import { openPracticeService } from '../practice/practice-service.ts'",
      'electron/accounts may not import electron/practice/practice-service.ts'
    ],
    [
      'electron/practice/rest-endpoints.ts',
      "import type { Answer } from '../tasks/ports.ts'",
      'electron/practice may not import electron/tasks/ports.ts'
    ],
    [
      'electron/practice/practice-service.ts',
      "import { createTestRouter } from '../../test/practice-service/test-endpoints.ts'",
      'electron/practice may not import test/practice-service/test-endpoints.ts'
    ],
    ['electron/tasks/journal/journal.ts', "import { DatabaseSync } from 'node:sqlite'", 'Open files with openDatabase'],
    [
      'electron/library/index/index-store.ts',
      "import { DatabaseSync, type StatementSync } from 'node:sqlite'",
      'Open files with openDatabase'
    ],
    ['electron/forms/workspace-file.ts', "const { DatabaseSync } = await import('node:sqlite')", 'Open files with openDatabase'],
    [
      'electron/faces/index.ts',
      "import type { DatabaseSync } from 'node:sqlite'",
      'Only electron/tasks/journal, electron/forms and electron/library may use SQL'
    ],
    [
      'electron/database/open-database.ts',
      "import { say } from '../../shared/i18n/say.ts'",
      'electron/database may not import shared/i18n/say.ts'
    ],
    ['electron/uploads/run.ts', "import { exec } from 'node:child_process'", 'are only parsed'],
    ['electron/desktop/dialogs/copy.ts', "const { default: sharp } = await import('sharp')", 'images/sharp.ts only there'],
    ['electron/studio.ts', "import { app } from 'electron'", 'electron/studio may not import electron'],
    ['electron/studio/submission-operations.ts', "import { app } from 'electron'", 'electron/studio may not import electron'],
    ['electron/accounts/settings.ts', "import Store from 'electron-store'", 'may not import electron-store'],
    [
      'electron/ipc/handlers.ts',
      "import { KeyVault } from '../accounts/key-vault.ts'",
      'electron/ipc may not import electron/accounts/key-vault.ts'
    ],
    ['electron/main.ts', "import { App } from '../renderer/app/app.tsx'", 'electron/main may not import renderer/app/app.tsx'],
    ['renderer/queue/queue-view.tsx', "import { ipcRenderer } from 'electron'", 'may not import electron'],
    ['renderer/queue/queue-view.tsx', "import { join } from 'node:path'", 'renderer/queue may not use Node'],
    ['renderer/queue/queue-view.tsx', "import { ViewerView } from '../viewer/viewer-view.tsx'", 'Features can’t import each other'],
    [
      'renderer/navigation/route.ts',
      "import type { Section } from '../settings/settings-view.tsx'",
      'renderer/navigation may not import renderer/settings'
    ],
    ['renderer/ui/button.tsx', "import type { Task } from '../../shared/task/task.ts'", 'renderer/ui may not import shared/task/task.ts'],
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
    expect(messagesFor('renderer/app/app.tsx', text)).toEqual([expect.stringContaining('may not import electron')])
  })

  it('names the line and the fix', () => {
    const [message] = messagesFor('electron/tasks/machine/clock.ts', "\n\nimport { setTimeout } from 'node:timers/promises'")
    expect(message).toMatch(/^3: imports node:timers\/promises: .*Return an effect/)
  })

  it('doesn’t apply to tests, which may import everything', () => {
    expect(messagesFor('test/repo-checks/layers.test.ts', "import { app } from 'electron'")).toEqual([])
  })
})
