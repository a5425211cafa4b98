import { describe, expect, it } from 'vitest';
import { readWrk } from './load.ts';

const printed = (extra = '') => `Running 5s test @ http://127.0.0.1:20001/
  1 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.02ms    2.31ms  48.31ms   98.10%
    Req/Sec     9.60k   371.22    10.20k    72.00%
  Latency Distribution
     50%  812.00us
     75%    1.10ms
     90%    1.52ms
     99%    1.25s 
  47981 requests in 5.00s, 43.00MB read
${extra}Requests/sec:   9596.20
Transfer/sec:      8.60MB
`;

describe("the load generator's report", () => {
  it('gives replies a second, all replies, and the latencies in milliseconds', () => {
    expect(readWrk(printed())).toEqual({ rate: 9596.2, replies: 47981, p50: 0.812, p99: 1250 });
  });

  it('is refused when a reply was not 2xx, a socket failed or nothing came', () => {
    expect(() => readWrk(printed('  Non-2xx or 3xx responses: 3\n'))).toThrow(/responses: 3/);
    const failed = '  Socket errors: connect 0, read 2, write 0, timeout 0\n';
    expect(() => readWrk(printed(failed))).toThrow(/read 2/);
    expect(() => readWrk('unable to connect')).toThrow(/Nothing was answered/);
  });
});
