import type { CaptureKind } from '../../shared/capture.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { CapturePort } from '../ipc/ports.ts'

/** What the system says of a device: macOS asks the person, Windows has a switch, elsewhere nobody stands between. */
export type AskSystem = (kind: CaptureKind) => Promise<boolean>

export type CaptureGate = CapturePort & {
  /** Whether a page may have all of these now. `video` and `audio` are Electron's words for camera and microphone. */
  readonly lets: (mediaTypes: readonly string[]) => boolean
}

const kindsOfElectron: { readonly [mediaType: string]: CaptureKind } = { video: 'camera', audio: 'microphone' }

/** Camera and microphone are shut, except while a recorder is open, and then only what it asked for. */
export function createCaptureGate(askSystem: AskSystem): CaptureGate {
  let open: ReadonlySet<CaptureKind> = new Set()
  return {
    open: async (kinds) => {
      for (const kind of kinds) {
        if (await askSystem(kind)) continue
        throw kind === 'camera'
          ? new PlainProblem(say('This system does not let Kiln use the camera.'), {
              advice: say('Allow it in the system’s privacy settings, under “Camera”, and open this again.')
            })
          : new PlainProblem(say('This system does not let Kiln use the microphone.'), {
              advice: say('Allow it in the system’s privacy settings, under “Microphone”, and open this again.')
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
