import { assertNever } from '../../shared/assert-never.ts'
import type { NoUpdateReason, UpdateStatus } from '../../shared/app/update.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatTimeAgo } from '../ui/format.ts'

/** Returns the update status in one or two sentences. `version` is the running version. `now` is in milliseconds since 1970. */
export function updateStatusText({ state, isBusy }: UpdateStatus, version: string, now: number): string {
  switch (state.kind) {
    case 'off':
      return offText(state.reason)
    case 'current':
      return state.checkedAt === null
        ? say('Kiln {version}. Not checked for updates since launch.', { version })
        : say('Kiln is up to date ({version}). Last checked {ago}.', { version, ago: formatTimeAgo(state.checkedAt, now) })
    case 'checking':
      return say('Checking for updates…')
    case 'available':
      return isBusy && state.isAgreed
        ? say('Kiln {version} downloads once all transfers finish.', { version: state.update.version })
        : say('Kiln {version} is available. You have {current}.', { version: state.update.version, current: version })
    case 'downloading':
      return say('Downloading Kiln {version}: {percent}%.', { version: state.update.version, percent: Math.floor(state.share * 100) })
    case 'ready':
      return isBusy
        ? say('Kiln {version} will be installed when you quit. You can restart once transfers finish.', {
            version: state.update.version
          })
        : say('Kiln {version} will be installed when you quit.', { version: state.update.version })
    case 'failed':
      return state.update === null
        ? say('Couldn’t check for updates.')
        : say('Kiln {version} couldn’t be downloaded. The partial download was deleted.', { version: state.update.version })
    default:
      return assertNever(state)
  }
}

/** Returns why this copy doesn't update automatically, and how to update it instead. */
function offText(reason: NoUpdateReason): string {
  switch (reason) {
    case 'unpackaged':
      return say('Kiln is running from source, so it doesn’t check for updates.')
    case 'no-source':
      return say('This copy has no update source. To update, install the new version over this one.')
    case 'portable':
      return say('Portable copies don’t update automatically. To update, replace the portable Kiln file with the new version.')
    case 'package-manager':
      return say('Kiln was installed by your system’s package manager. To update, install the newer package.')
    default:
      return assertNever(reason)
  }
}
