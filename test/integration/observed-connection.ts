import { Agent, type Dispatcher } from 'undici'
import { dispatcherOptions } from '../../electron/service/http-client.ts'
import { imageThreadPool } from '../../electron/images/image-thread-pool.ts'
import { imageWorker } from '../../electron/practice/image-worker.ts'

/** The network access of an integration test with a manual clock. Tests can cut the network and tell whether work is in progress. */
export type ObservedConnection = {
  readonly dispatcher: Dispatcher
  /** Returns true if `origin` is unreachable. Requests to it then fail without being sent. */
  isCut: (origin: string) => boolean
  /** Returns true while a request, a file operation or image processing is in progress. */
  readonly isBusy: () => boolean
  readonly close: () => Promise<void>
}

export function openObservedConnection(): ObservedConnection {
  const agent = new Agent(dispatcherOptions)
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

  const wire: ObservedConnection = {
    dispatcher: agent.compose(watched),
    isCut: () => false,
    isBusy: () => underWay > 0 || isOnDisk() || imageThreadPool.pendingJobs() + imageWorker.pendingJobs() > 0,
    close: () => agent.destroy()
  }
  return wire
}

/** Returns true while a file is read or written, or a connection is opened or written to. */
function isOnDisk(): boolean {
  return process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap|WriteWrap|ShutdownWrap/.test(name))
}
