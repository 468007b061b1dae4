import type { Settings } from '../../shared/app/settings.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { settingsRequests } from '../../shared/ipc/settings.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

type SettingsHandlerDependencies = Pick<
  HandlerDependencies,
  'announce' | 'changeLanguage' | 'dialogs' | 'network' | 'notifications' | 'settings' | 'shell' | 'studio' | 'updates'
>

/** Handlers for requests about settings. */
export function settingsHandlers(parts: SettingsHandlerDependencies) {
  const { announce, changeLanguage, dialogs, network, notifications, settings, shell, studio, updates } = parts

  function tell(changed: Settings): Settings {
    announce('settings.changed', changed)
    return changed
  }

  return {
    'settings.get': settings.current,
    'settings.change': async (change) => {
      const before = settings.current()
      const changed = tell(settings.change(change))
      if (changed.language !== before.language) await changeLanguage(changed.language)
      if (change.recipes !== undefined) studio.library.recipesChanged()
      if (change.dailyLimit !== undefined) studio.recheckLimits()
      if (change.isSendingPaused !== undefined) studio.sendingPauseChanged()
      if (change.notices !== undefined) notifications.settingsChanged()
      if (change.network !== undefined) {
        network.settingsChanged()
        void studio.checkReachability()
      }
      if (change.updates !== undefined) updates.settingsChanged(before.updates)
      return changed
    },
    'settings.chooseLibraryFolder': async () => {
      const folder = await dialogs.chooseFolder(settings.current().libraryFolder)
      if (folder === null) return settings.current()
      await shell.checkFolder(folder)
      const changed = settings.change({ libraryFolder: folder })
      await studio.setLibraryFolder(folder)
      return tell(changed)
    },
    'settings.showLibraryFolder': async () => {
      const { library, libraryFolder } = await studio.checkStorage()
      if (library === 'missing' || library === 'strange')
        throw new UserFacingError(say('The library folder can’t be found.'), {
          advice: say('Connect the drive that contains {libraryFolder}. You can also choose another folder.', { libraryFolder })
        })
      await shell.openFolder(libraryFolder)
    }
  } satisfies RequestHandlers<typeof settingsRequests>
}
