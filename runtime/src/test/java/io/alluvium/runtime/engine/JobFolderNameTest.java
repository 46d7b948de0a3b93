package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JobFolderNameTest {
    @Test
    void ordinaryNamesAreReadable() {
        assertEquals("dwd.orders", JobFolderName.of("dwd.orders"));
        assertEquals("dwd.%E8%AE%A2%E5%8D%95", JobFolderName.of("dwd.订单"));
        assertEquals("a%2Fb+c", JobFolderName.of("a/b c"));
    }

    /** A reset of a job deletes its folder. */
    @Test
    void noNameLeavesTheFolderOfJobs() {
        Path jobs = Path.of("state", "jobs");
        for (String job : new String[] {".", "..", "...", "../..", "/", "\0", "~"}) {
            Path folder = jobs.resolve(JobFolderName.of(job)).normalize();
            assertEquals(jobs, folder.getParent(), job);
        }
    }

    @Test
    void longNamesFitAndStayApart() {
        String many = "按省份和商品类目统计的每小时支付金额与退款金额宽表".repeat(3);
        String one = JobFolderName.of("dws." + many + "一");
        String two = JobFolderName.of("dws." + many + "二");
        assertTrue(one.length() <= 200, one);
        assertNotEquals(one, two);
        assertEquals(one, JobFolderName.of("dws." + many + "一"));
    }
}
