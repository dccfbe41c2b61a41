// Sends each port that it is given back, another handle of the same, and keeps none
process.on('message', (message, port) => process.send(message, port, () => port.close()))
