// s3rver.js FOLDER: an S3 host on 127.0.0.1 with the bucket "site"; says its port, then answers until it is ended.
// Node.js 18, which Debian 12 has, knows neither.
Array.prototype.toReversed ??= function () { return [...this].reverse(); };
Array.prototype.toSorted ??= function (order) { return [...this].sort(order); };
const S3rver = require('../../packaging/node_modules/@20minutes/s3rver');
new S3rver({
  address: '127.0.0.1', port: 0, silent: true, directory: process.argv[2],
  configureBuckets: [{ name: 'site', configs: [] }],
}).run().then(({ port }) => console.log(port));
