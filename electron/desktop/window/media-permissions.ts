import type { CaptureDeviceKind } from '../../../shared/form/capture.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { CapturePort } from '../../ipc/ports.ts'

/** Asks the system for permission to use a device. macOS asks the user, Windows has a switch, and other systems always allow it. */
export type CapturePermissionRequester = (kind: CaptureDeviceKind) => Promise<boolean>

export type MediaPermissions = CapturePort & {
  /** True if the page may use every device in `mediaTypes` now. `video` and `audio` are Electron's names for camera and microphone. */
  readonly lets: (mediaTypes: readonly string[]) => boolean
}

const kindsOfElectron: { readonly [mediaType: string]: CaptureDeviceKind } = { video: 'camera', audio: 'microphone' }

/** Blocks camera and microphone, except for the devices that an open recorder requested. */
export function createMediaPermissions(askSystemPermission: CapturePermissionRequester): MediaPermissions {
  let open: ReadonlySet<CaptureDeviceKind> = new Set()
  return {
    open: async (kinds) => {
      for (const kind of kinds) {
        if (await askSystemPermission(kind)) continue
        throw kind === 'camera'
          ? new UserFacingError(say('Kiln isn’t allowed to use the camera.'), {
              advice: say('Allow camera access for Kiln in your system’s privacy settings, then try again.')
            })
          : new UserFacingError(say('Kiln isn’t allowed to use the microphone.'), {
              advice: say('Allow microphone access for Kiln in your system’s privacy settings, then try again.')
            })
      }
      open = new Set(kinds)
    },
    close: () => {
      open = new Set()
    },
    lets: (mediaTypes) =>
      mediaTypes.length > 0 &&
      mediaTypes.every((type) => {
        const kind = Object.hasOwn(kindsOfElectron, type) ? kindsOfElectron[type] : undefined
        return kind !== undefined && open.has(kind)
      })
  }
}
