/** The names of the contract alone, so that the preload can know them without carrying the checks of `ipc.ts` into the page's process. */
export const requestNames = [
  'app.info',
  'account.state',
  'account.sealingKey',
  'account.test',
  'account.connect',
  'account.practice',
  'account.disconnect',
  'account.resume',
  'capability.list',
  'media.inspect',
  'media.keep',
  'media.browse',
  'media.reopen',
  'task.submit',
  'task.list',
  'task.timeline',
  'task.cancel',
  'task.lookAgain',
  'task.hide',
  'task.uploadedByHand',
  'task.supportBundle',
  'result.saveAs',
  'result.showInFolder',
  'result.copy',
  'clipboard.writeText',
  'settings.get',
  'settings.change',
  'settings.chooseLibraryFolder',
  'settings.showLibraryFolder'
] as const

export const announcementNames = ['task.changed', 'task.progress', 'account.changed', 'capabilities.changed', 'settings.changed'] as const

/** The IPC channel that a request or an announcement travels on. */
export function channelOf(name: (typeof requestNames)[number] | (typeof announcementNames)[number]): string {
  return `kiln:${name}`
}
