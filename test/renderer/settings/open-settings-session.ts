import { session } from '../../../renderer/bridge/session.ts'
import { settingsChangeSchema, storedSettingsSchema, type Settings } from '../../../shared/app/settings.ts'
import { fakeBridge, type FakeAnswers } from '../fake-bridge.ts'
import { anAccount } from '../an-account.ts'

const account = anAccount({
  connection: { id: 'practice', name: 'Practice service', baseUrl: 'http://127.0.0.1:1', isPractice: true }
})

/** Loads default settings into the page's session. Accepts changes as main does. The returned function returns the current settings. */
export function openSettingsSession(answers: FakeAnswers = {}): () => Settings {
  let settings = storedSettingsSchema({ platform: 'linux', libraryFolder: '/pictures/Kiln' }).parse({})
  session.setState({
    settings: { state: 'ready', value: settings },
    account: { state: 'ready', value: account },
    appInfo: { state: 'ready', value: { version: '0.1.0', platform: 'linux', spellingLanguages: ['en-US'] } },
    proxy: { state: 'ready', value: null },
    isKeyStorageSecure: { state: 'ready', value: true }
  })
  fakeBridge({
    'settings.change': (change) => {
      settings = { ...settings, ...settingsChangeSchema.parse(change) }
      return { ok: true, value: settings }
    },
    'network.authority': () => ({ ok: true, value: null }),
    'network.script': () => ({ ok: true, value: null }),
    'library.inFormerFolders': () => ({ ok: true, value: { count: 0, folders: [] } }),
    'updates.state': () => ({ ok: true, value: { state: { kind: 'current', checkedAt: null }, isBusy: false, source: null } as never }),
    'diagnostics.read': () => ({ ok: false, message: '', advice: null, requestId: null, problems: [] }),
    ...answers
  })
  return () => settings
}
