import { faults } from '../../../fixtures/utility/failures/faults.ts';
import { testFault } from '../../../fixtures/utility/failures/matrix.ts';

for (const fault of faults.filter((each) => each !== 'garbage')) testFault(fault);
