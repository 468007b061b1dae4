import sharp from 'sharp'
import { Agent, type Dispatcher } from 'undici'
import { wireOptions } from '../../electron/api/http-client.ts'

/** The way to the network of a story that drives its time by hand: it can be cut, and it knows what is under way. */
export type WatchedWire = {
  readonly dispatcher: Dispatcher
  /** Whether the way to an origin is cut: then no request leaves. */
  isCut: (origin: string) => boolean
  /** Whether an answer is awaited, a file is read or written, or a picture is worked on. */
  readonly isBusy: () => boolean
  readonly close: () => Promise<void>
}

export function openWatchedWire(): WatchedWire {
  const agent = new Agent(wireOptions)
  let underWay = 0

  const watched = (dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch => {
    return (options, handler) => {
      if (wire.isCut(String(options.origin))) {
        handler.onResponseError?.(undefined as never, Object.assign(new Error('The network is cut.'), { code: 'ENETUNREACH' }))
        return true
      }
      underWay += 1
      return dispatch(options, {
        onRequestStart: (...args) => handler.onRequestStart?.(...args),
        onResponseStart: (...args) => handler.onResponseStart?.(...args),
        onResponseData: (...args) => handler.onResponseData?.(...args),
        onResponseEnd: (...args) => {
          underWay -= 1
          handler.onResponseEnd?.(...args)
        },
        onResponseError: (...args) => {
          underWay -= 1
          handler.onResponseError?.(...args)
        }
      })
    }
  }

  const wire: WatchedWire = {
    dispatcher: agent.compose(watched),
    isCut: () => false,
    isBusy: () => underWay > 0 || isOnDisk() || isInPictures(),
    close: () => agent.destroy()
  }
  return wire
}

/** Whether a file is being read or written, or a connection opened. */
function isOnDisk(): boolean {
  return process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap|WriteWrap|ShutdownWrap/.test(name))
}

function isInPictures(): boolean {
  const { queue, process: working } = sharp.counters()
  return queue + working > 0
}
