// A sandboxed preload is CommonJS.
// oxlint-disable-next-line typescript/no-require-imports
const { contextBridge, ipcRenderer, webUtils } = require('electron')

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, ...values) => ipcRenderer.invoke(channel, ...values),
  send: (channel, ...values) => ipcRenderer.send(channel, ...values),
  listen: (channel, listener) => {
    const hear = (_event, ...values) => listener(...values)
    ipcRenderer.on(channel, hear)
    return () => ipcRenderer.off(channel, hear)
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  increase: (number) => number + 1,
  callWith: (callback, value) => callback(value),
  refuse: () => {
    throw new Error('refused here')
  },
  sendSync: () => ipcRenderer.sendSync('anything'),
  nested: { list: [1, { deep: true }] }
})
