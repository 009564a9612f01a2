/**
 * Where projects listen. Below the ports that systems hand to outgoing connections (32768 and up on
 * Linux, 49152 on macOS): a port from there may be somebody's for the minute a project restarts, and
 * the connection strings people have copied would lead nowhere.
 */
export const PROJECT_PORTS = { from: 24_400, to: 29_999 }
