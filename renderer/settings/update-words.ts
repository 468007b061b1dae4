import { assertNever } from '../../shared/assert-never.ts'
import type { NoUpdateReason, UpdateStatus } from '../../shared/update.ts'
import { say } from '../../shared/words/say.ts'
import { agoWords } from '../ui/figures.ts'

/** How it stands with newer versions, in a sentence or two. `version`: the one that runs. */
export function updateWords({ state, isBusy }: UpdateStatus, version: string, now: number): string {
  switch (state.kind) {
    case 'off':
      return offWords(state.reason)
    case 'current':
      return state.checkedAt === null
        ? say('Kiln {version}. Nobody has looked for a newer one since the start.', { version })
        : say('Kiln {version} is the newest. Looked: {ago}.', { version, ago: agoWords(state.checkedAt, now) })
    case 'checking':
      return say('Looking for a newer version.')
    case 'available':
      return isBusy && state.isAgreed
        ? say('Kiln {version} is downloaded as soon as nothing is on its way to the service or from it.', { version: state.news.version })
        : say('Kiln {version} is there; you have {current}.', { version: state.news.version, current: version })
    case 'downloading':
      return say('Downloading Kiln {version}: {percent} %.', { version: state.news.version, percent: Math.floor(state.share * 100) })
    case 'ready':
      return isBusy
        ? say('Kiln {version} takes the place of this one when you quit. A restart waits for what is on its way.', {
            version: state.news.version
          })
        : say('Kiln {version} takes the place of this one when you quit.', { version: state.news.version })
    case 'failed':
      return state.news === null
        ? say('It could not be found out whether there is a newer version.')
        : say('Kiln {version} could not be downloaded. What was fetched of it is thrown away.', { version: state.news.version })
    default:
      return assertNever(state)
  }
}

/** Why this copy does not update itself, and what does. */
function offWords(reason: NoUpdateReason): string {
  switch (reason) {
    case 'unpackaged':
      return say('This Kiln runs from its sources, and is as new as they are.')
    case 'no-source':
      return say('This copy was made without a place to look for newer versions. Install them by hand, over this one.')
    case 'portable':
      return say('A portable copy does not update itself: put the file of a newer version in its place.')
    case 'package-manager':
      return say('Your system’s package manager put Kiln here, and updates it: install the newer package over this one.')
    default:
      return assertNever(reason)
  }
}
