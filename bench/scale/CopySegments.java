import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Makes each shard of a stopped node several times as large: its segments are copied as they are,
 * with the same documents and ids. java CopySegments.java DATA_FOLDER TIMES
 */
public class CopySegments {
    public static void main(String[] args) throws IOException {
        int times = Integer.parseInt(args[1]);
        List<Path> shards;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            shards = all.filter(path -> path.endsWith("index") && Files.exists(path.resolve("write.lock"))).toList();
        }
        for (Path shard : shards) multiply(shard, times);
    }

    private static void multiply(Path shard, int times) throws IOException {
        Path original = Files.move(shard, shard.resolveSibling("original"));
        Files.createDirectory(shard);
        try (Directory from = FSDirectory.open(original); Directory to = FSDirectory.open(shard)) {
            SegmentInfos commit = SegmentInfos.readLatestCommit(from);
            if (commit.size() == 0) throw new IOException("no segments in " + original);
            IndexWriterConfig config = new IndexWriterConfig(null)
                .setIndexCreatedVersionMajor(commit.getIndexCreatedVersionMajor())
                .setIndexSort(commit.info(0).info.getIndexSort())
                .setSoftDeletesField("__soft_deletes")
                .setParentField("__root_doc_for_nested") // of sorted indices
                .setMergePolicy(NoMergePolicy.INSTANCE);
            try (IndexWriter writer = new IndexWriter(to, config)) {
                for (int i = 0; i < times; i++) writer.addIndexes(from);
                // the node knows its shard and its translog by what the commit says
                writer.setLiveCommitData(new HashMap<>(commit.getUserData()).entrySet());
                writer.commit();
            }
        }
        try (Stream<Path> files = Files.list(original)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(original);
    }
}
